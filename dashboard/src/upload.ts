import type { AnswerOf, RequestOf, UploadRoute } from '../../src/contract/console/index.ts'
import { consoleAddress, parse, type Refused, refusalOf, Unreachable } from './api.ts'

interface UploadOptions {
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

/** Uploads a file. XMLHttpRequest, because fetch reports no progress. Throws like `ask`, or AbortError when aborted. */
export function upload<Route extends UploadRoute>(
  route: Route,
  request: Pick<RequestOf<Route>, 'path' | 'query'>,
  file: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<AnswerOf<Route>> {
  return new Promise((resolve, reject: (error: Refused | Unreachable | DOMException) => void) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', consoleAddress(route, request))
    xhr.setRequestHeader('Content-Type', 'text/csv')
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    xhr.onload = () => {
      const answer = parse(xhr.responseText)
      if (xhr.status >= 200 && xhr.status < 300) resolve(answer as AnswerOf<Route>)
      else reject(refusalOf(xhr.status, answer, xhr.getResponseHeader('ngoma-hint')))
    }
    xhr.onerror = () => reject(new Unreachable())
    xhr.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal.addEventListener('abort', () => xhr.abort())
    xhr.send(file)
  })
}
