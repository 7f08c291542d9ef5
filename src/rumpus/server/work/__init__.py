"""Long work outside the event loop: thinking processes, their queues, and what they do."""
