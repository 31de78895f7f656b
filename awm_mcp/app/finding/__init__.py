"""A task text goes in; a verdict, its reason and ready-to-send calls come out."""
