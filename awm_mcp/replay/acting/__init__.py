"""How each action is done and read back. One file a kind of widget."""
