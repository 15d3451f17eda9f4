import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Reply = { status: number; body: string };

/**
 * One keep-alive HTTP connection for one request at a time, with little more than a socket: a busy client would take
 * CPU time from the server that it measures.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  #received = '';
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setEncoding('latin1').setNoDelay(true);
    socket.on('data', (text: string) => this.#take(text));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection')));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Connection(socket, `127.0.0.1:${port}`);
  }

  /** `headers` are whole lines, each with its line end; `body` is ASCII. Rejects when the connection breaks. */
  request(method: string, path: string, headers: string, body: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#socket.destroyed) reject(new Error('The server has closed the connection'));
      this.#socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n${headers}` +
          `Content-Length: ${body.length}\r\n\r\n${body}`,
        'latin1',
      );
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.end();
  }

  #take(text: string): void {
    this.#received += text;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#received.slice(0, headEnd);
    const [, length] = /^content-length: *(\d+)/im.exec(head) ?? [];
    if (length === undefined) {
      this.#waiting?.reject(new Error(`An answer without a length:\n${head}`));
      return;
    }
    const end = headEnd + 4 + Number(length);
    if (this.#received.length < end) return;
    const reply = {
      status: Number(head.slice(9, 12)),
      body: this.#received.slice(headEnd + 4, end),
    };
    this.#received = this.#received.slice(end);
    this.#waiting?.resolve(reply);
  }
}
