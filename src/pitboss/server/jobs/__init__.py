"""Work done outside the event loop: worker processes, queues, hints and documents."""
