"""The stage of one replay: its page and what goes on around it, until it comes to rest."""
