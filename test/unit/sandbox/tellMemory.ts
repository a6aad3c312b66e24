// Loaded into a process before its program: says at each message how much memory the process takes, and ends with its parent.
process.on('message', () => process.send?.(process.memoryUsage()));
process.on('disconnect', () => process.exit());
