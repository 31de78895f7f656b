"""The browser: its life, its limits, its files and dialogs, and the scripts that look at its pages."""
