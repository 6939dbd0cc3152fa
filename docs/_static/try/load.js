// Loads Python, the library and table.py, and shows how far it has come.

/** The module table.py, running in Python. */
export async function load(root, base, list) {
  const progress = shown(root, list);
  const runtime = new URL("runtime/", base);
  // Python's loader waits for ever for a file that does not come, so a failure must end it.
  const failed = resolvers();
  const restore = countFetches(list.sizes, progress.add, failed.reject);
  try {
    return await Promise.race([failed.promise, loaded(base, runtime, list, progress.say)]);
  } finally {
    restore();
  }
}

async function loaded(base, runtime, list, say) {
  say("Loading Python");
  const { loadPyodide } = await import(new URL("pyodide.mjs", runtime));
  const python = await loadPyodide({ indexURL: runtime.href });
  say("Loading the library");
  for (const wheel of list.wheels) {
    const response = await fetch(new URL(wheel, runtime));
    // With its metadata beside it, so that the variants are found as everywhere else.
    python.unpackArchive(await response.arrayBuffer(), "wheel");
  }
  const source = await fetch(new URL("table.py", base));
  python.FS.writeFile("table.py", await source.text());
  say("Starting the library");
  await new Promise((done) => setTimeout(done)); // until this can be seen
  return python.pyimport("table");
}

/** A bar with words, and the means to move it. */
function shown(root, list) {
  const total = Object.values(list.sizes).reduce((sum, size) => sum + size, 0);
  root.innerHTML = `
    <div class="try-message">
      <label><span role="status"></span><progress max="${total}" value="0"></progress></label>
      <small></small>
    </div>`;
  const bar = root.querySelector("progress");
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  return {
    say: (words) => (root.querySelector("span").textContent = `${words}…`),
    add: (bytes) => {
      bar.value += bytes;
      root.querySelector("small").textContent = `${megabytes(bar.value)} of ${megabytes(total)} MB`;
    },
  };
}

/** Count the bytes of the listed files as they come; returns how to stop it. */
function countFetches(sizes, add, fail) {
  const fetch = window.fetch;
  window.fetch = async (input, options) => {
    const name = new URL(input.url ?? input, location).pathname.split("/").pop();
    try {
      const response = await fetch(input, options);
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      if (!(name in sizes)) return response;
      const counting = new TransformStream({
        transform(chunk, controller) {
          add(chunk.byteLength);
          controller.enqueue(chunk);
        },
      });
      return new Response(response.body.pipeThrough(counting), { headers: response.headers });
    } catch (error) {
      const reason = new Error(`${name}: ${error.message}`);
      fail(reason);
      throw reason;
    }
  };
  return () => (window.fetch = fetch);
}

function resolvers() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}
