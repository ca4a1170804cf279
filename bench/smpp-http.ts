/**
 * As little of HTTP/1.1 as the load and its receiver need: whoever measures shares the cores with those who are
 * measured.
 */

/**
 * Takes what comes over a connection, and calls for every message in it: with its head, first line included, and its
 * body.
 */
export function createReader(onMessage: (head: string, body: string) => void): (chunk: Buffer) => void {
  let text = ''
  return (chunk) => {
    // One character a byte, so that lengths are those that the other side means.
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
  if (/^transfer-encoding:/im.test(head))
    throw new Error(`only bodies with a length can be read, not that of:\n${head}`)
  return Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
}

export const statusOf = (head: string) => Number(head.slice(9, 12))
