"""Which workflows there are, in which version, and which of them agents see."""
