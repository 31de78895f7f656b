"""Reported runs looked at again in a live page."""
