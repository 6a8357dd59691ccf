// Preloaded into a service: a request with this header kills the process after its work, before any byte of its
// response.
import { ServerResponse } from 'node:http';

const { writeHead, end } = ServerResponse.prototype;

function killing<Method extends (...args: never[]) => unknown>(method: Method): Method {
  return function killOrAnswer(this: ServerResponse, ...args: never[]) {
    if (this.req.headers['x-kill-before-answer']) process.kill(process.pid, 'SIGKILL');
    return method.apply(this, args);
  } as Method;
}

Object.assign(ServerResponse.prototype, { writeHead: killing(writeHead), end: killing(end) });
