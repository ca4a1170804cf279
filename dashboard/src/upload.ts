import type { AnswerOf, RequestOf, UploadRoute } from '../../src/contract/console/index.ts'
import { consoleAddress, parse, type Refused, refusalOf, Unreachable } from './api.ts'

interface UploadOptions {
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends a file, and says how far it is: the one thing that fetch can't. Throws what `ask` throws, and an AbortError
 * when it was called off.
 */
export function upload<Route extends UploadRoute>(
  route: Route,
  asked: Pick<RequestOf<Route>, 'path' | 'query'>,
  file: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<AnswerOf<Route>> {
  return new Promise((resolve, reject: (error: Refused | Unreachable | DOMException) => void) => {
    const request = new XMLHttpRequest()
    request.open('POST', consoleAddress(route, asked))
    request.setRequestHeader('Content-Type', 'text/csv')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onload = () => {
      const answer = parse(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(answer as AnswerOf<Route>)
      else reject(refusalOf(request.status, answer, request.getResponseHeader('ngoma-hint')))
    }
    request.onerror = () => reject(new Unreachable())
    request.onabort = () => reject(new DOMException('The upload was called off.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
