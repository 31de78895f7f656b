"""The steps, parameters, outputs and promises of a workflow, written from aligned runs."""
