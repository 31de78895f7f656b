"""What writes: judged beforehand, held back where it must not be sent, missed where it was not sent."""
