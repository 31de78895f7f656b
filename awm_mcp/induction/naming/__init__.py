"""Names, titles and descriptions that let an agent choose."""
