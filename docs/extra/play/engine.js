// Python in a worker, so that the page can be used while it thinks.

export class Engine {
  constructor(files, progress) {
    this.waiting = new Map();
    this.count = 0;
    this.worker = new Worker("worker.js", { type: "module" });
    this.failed = new Promise((_, reject) => {
      this.worker.addEventListener("error", (event) => reject(new Error(event.message || "a file is missing")));
      this.worker.addEventListener("message", ({ data }) => data.failed && reject(new Error(data.failed)));
    });
    this.failed.catch(() => {});
    this.worker.addEventListener("message", ({ data }) => {
      if (data.say) progress.say(data.say);
      else if (data.bytes) progress.add(data.bytes);
      else if (data.id) this.settle(data);
    });
    this.worker.postMessage({ files });
  }

  settle({ id, answer }) {
    const { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    if (!this.waiting.size) document.body.removeAttribute("aria-busy");
    const { value, error } = JSON.parse(answer);
    error === undefined ? resolve(value) : reject(new Refused(error));
  }

  /** What Python answers; a Refused error says in words why it does not. */
  call(name, ...values) {
    const id = ++this.count;
    document.body.setAttribute("aria-busy", "true");
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.worker.postMessage({ id, name, values: JSON.stringify(values) });
    return Promise.race([answer, this.failed]);
  }
}

export class Refused extends Error {}
