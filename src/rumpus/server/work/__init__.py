"""Long work outside the event loop: worker processes, their queues, and what they do."""
