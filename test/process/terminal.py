# Runs a command on a new terminal, whose other end stops, goes on or closes as the lines of standard input say: `stop`,
# `go` or `close`. With `--without-session` the terminal doesn't control the process. Prints what the terminal shows, and
# at the end the exit code.
import fcntl, os, select, sys, termios

controls = sys.argv[1] == '--controlling'
ours, theirs = os.openpty()
child = os.fork()
if child == 0:
    os.setsid()
    if controls:
        fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
    for descriptor in (0, 1, 2):
        os.dup2(theirs, descriptor)
    os.closerange(3, 64)
    os.execvp(sys.argv[2], sys.argv[2:])
os.close(theirs)
print('pid', child, flush=True)
commands = sys.stdin
watched = [commands, ours]
while watched:
    for ready in select.select(watched, [], [], 0.05)[0]:
        if ready is commands:
            word = commands.readline().strip()
            if word == 'stop':
                os.write(ours, b'\x13')
            elif word == 'go':
                os.write(ours, b'\x11')
            elif word == 'close':
                watched.remove(ours)
                os.close(ours)
            else:
                watched.remove(commands)
            print('did', word, flush=True)
        else:
            try:
                print(os.read(ours, 65536), flush=True)
            except OSError:
                watched.remove(ours)
    ended, status = os.waitpid(child, os.WNOHANG)
    if ended:
        print('exit', os.waitstatus_to_exitcode(status), flush=True)
        break
