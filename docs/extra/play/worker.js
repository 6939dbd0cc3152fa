// Loads Python and the library, then answers the calls of the page.

let ready;

onmessage = async ({ data }) => {
  if (data.files) {
    ready = load(data.files);
    return ready.catch((error) => postMessage({ failed: inBrief(error) }));
  }
  const answer = await ready;
  try {
    postMessage({ id: data.id, answer: answer(data.name, data.values) });
  } catch (error) {
    console.error(error);
    postMessage({ id: data.id, answer: JSON.stringify({ error: `Something went wrong: ${inBrief(error)}` }) });
  }
};

/** Of Python's report the last line says what is wrong. */
function inBrief(error) {
  return String(error.message ?? error).trim().split("\n").at(-1);
}

async function load({ sizes }) {
  const base = new URL("runtime/", import.meta.url);
  // Python's loader waits for ever for a file that does not come, so a failure must end it.
  let fail;
  const failed = new Promise((_, reject) => (fail = reject));
  countFetches(sizes, fail);
  return Promise.race([failed, loaded(base)]);
}

async function loaded(base) {
  const say = (words) => postMessage({ say: words });
  say("Loading Python");
  const { loadPyodide } = await import(new URL("pyodide.mjs", base));
  const library = fetch(new URL("library.zip", base)).then((response) => response.arrayBuffer());
  const python = await loadPyodide({ indexURL: base.href });
  say("Starting the library");
  python.unpackArchive(await library, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  const table = python.pyimport("table");
  return (name, values) => table.answer(name, values);
}

/** Tell the page how many bytes of the listed files have come. */
function countFetches(sizes, fail) {
  const original = self.fetch;
  self.fetch = async (input, options) => {
    const name = new URL(input.url ?? input, location).pathname.split("/").pop();
    try {
      const response = await original(input, options);
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      if (!(name in sizes)) return response;
      const counting = new TransformStream({
        transform(chunk, controller) {
          postMessage({ bytes: chunk.byteLength });
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
}
