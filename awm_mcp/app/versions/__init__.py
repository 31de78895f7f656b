"""How one version of a workflow follows another: continued, healed, built on others."""
