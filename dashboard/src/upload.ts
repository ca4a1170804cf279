import type { AnswerOf, RequestOf, UploadRoute } from '../../src/contract/console/index.ts'
import { callOf } from '../../src/values/address.ts'
import { parse, type Refused, read, refusalOf, Unreachable } from './api.ts'

export interface UploadOptions {
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

/** Uploads a file. XMLHttpRequest, because fetch reports no progress. Throws like `ask`, or AbortError when aborted. */
export function upload<Route extends UploadRoute>(
  route: Route,
  { path, query }: Pick<RequestOf<Route>, 'path' | 'query'>,
  file: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<AnswerOf<Route>> {
  return new Promise((resolve, reject: (error: Refused | Unreachable | DOMException) => void) => {
    const xhr = new XMLHttpRequest()
    const { url, headers } = callOf(route, { path, query })
    xhr.open('POST', url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.setRequestHeader('Content-Type', 'text/csv')
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    xhr.onload = () => {
      const answer = parse(xhr.responseText)
      if (xhr.status >= 200 && xhr.status < 300) resolve(read(route, answer) as AnswerOf<Route>)
      else reject(refusalOf(xhr.status, answer, xhr.getResponseHeader('ngoma-hint')))
    }
    xhr.onerror = () => reject(new Unreachable())
    xhr.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal.addEventListener('abort', () => xhr.abort())
    xhr.send(file)
  })
}
