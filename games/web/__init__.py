"""What comes in from outside: requests, sockets and due times."""
