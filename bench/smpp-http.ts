/** A minimal HTTP/1.1 implementation: load and receiver share the cores with the measured programs. */

/** Parses the data of a connection and calls back with head and body of each message. */
export function createReader(onMessage: (head: string, body: string) => void): (chunk: Buffer) => void {
  let text = ''
  return (chunk) => {
    // One character per byte, so that lengths match Content-Length.
    text += chunk.toString('latin1')
    for (;;) {
      const headEnd = text.indexOf('\r\n\r\n')
      if (headEnd === -1) return
      const head = text.slice(0, headEnd)
      const end = headEnd + 4 + bodyLength(head)
      if (text.length < end) return
      const body = text.slice(headEnd + 4, end)
      text = text.slice(end)
      onMessage(head, body)
    }
  }
}

function bodyLength(head: string): number {
  if (/^transfer-encoding:/im.test(head)) throw new Error(`missing Content-Length in:\n${head}`)
  return Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
}

export const statusOf = (head: string) => Number(head.slice(9, 12))
