"""What an owner does with the library, and the same workflows as text."""
