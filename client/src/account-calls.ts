import { isFields } from './answer.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'

/** The calls of the account API. `topics.ts` has a method for each operation. */

const product = 'account'
/** Any JSON is an answer; a login page of a proxy is not. */
const isJson = (body: unknown) => body !== undefined
const isList = (body: unknown) => isFields(body) && Array.isArray(body.data) && 'next' in body

interface Call {
  readonly query?: object | undefined
  readonly body?: unknown
  readonly options?: CallOptions | undefined
}

interface Once extends Call {
  readonly options?: CreateOptions | undefined
}

interface Part<Item> {
  readonly data: Item[]
  readonly next: string | null
}

export const get = <Answer>(to: Transport, path: string, call: Call): Promise<Answer> =>
  to.get({ ...call, product, path, isAnswer: isJson })

export const create = <Answer = void>(to: Transport, path: string, call: Once): Promise<Answer> =>
  to.create({ ...call, product, path, isAnswer: isJson })

export const put = <Answer>(to: Transport, path: string, call: Call): Promise<Answer> =>
  to.put({ ...call, product, path, isAnswer: isJson })

export const patch = <Answer>(to: Transport, path: string, call: Call): Promise<Answer> =>
  to.patch({ ...call, product, path, isAnswer: isJson })

export async function remove(to: Transport, path: string, call: Call): Promise<void> {
  await to.delete({ ...call, product, path, isAnswer: () => true })
}

export const upload = <Answer>(
  to: Transport,
  path: string,
  { csv, ...call }: Once & { readonly csv: string },
): Promise<Answer> => to.create({ ...call, csv, product, path, isAnswer: isJson })

export const replaceFile = <Answer>(
  to: Transport,
  path: string,
  { csv, ...call }: Call & { readonly csv: string },
): Promise<Answer> => to.put({ ...call, csv, product, path, isAnswer: isJson })

export const download = (to: Transport, path: string, call: Call): Promise<ArrayBuffer> =>
  to.get({ ...call, product, path, isFile: true })

export const downloadText = async (to: Transport, path: string, call: Call): Promise<string> =>
  new TextDecoder().decode(await download(to, path, call))

export const page = <Answer>(to: Transport, path: string, call: Call): Promise<Answer> =>
  to.get({ ...call, product, path, isAnswer: isList })

const itemsPerPage = 100

/** Iterates over all items of a list. Each iteration starts from the beginning. */
export const iterate = <Item>(to: Transport, path: string, { query, options }: Call): AsyncIterable<Item> => ({
  async *[Symbol.asyncIterator]() {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const part: Part<Item> = await page(to, path, { query: { limit: itemsPerPage, ...query, cursor }, options })
      yield* part.data
      cursor = part.next
    }
  },
})

/** A part of a path. Without an id, it would be the path of a list. */
export function inPath(id: number | string): string {
  if (id === undefined || id === null || id === '') throw new TypeError(`${JSON.stringify(id)} is not a valid ID`)
  return encodeURIComponent(id)
}
