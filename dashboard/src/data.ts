import { keepPreviousData, QueryClient, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import type { AnswerOf, ConsoleRoute, RequestOf } from '../../src/contract/console/index.ts'
import { fillPath, splitRoute } from '../../src/values/address.ts'
import { ask, askPath, type Params, type Question, Refused, type Unreachable } from './api.ts'

/** What a page shows is asked for here, and kept as long as anybody looks at it. */

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays one; what did not arrive is worth another try.
      retry: (times, error) => !(error instanceof Refused && error.status < 500) && times < 2,
      retryDelay: (times) => 500 * 2 ** times,
      staleTime: 5_000,
      // Ask anyway: a browser that takes itself for offline may still reach a server on its own machine.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // What was typed and answered may be secret: it is not kept longer than it is shown.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
})

interface AskOptions {
  /** Ask again so often, for what no hint tells about. */
  readonly everySeconds?: number
  readonly enabled?: boolean
  /** Show what was there while the next page or another filter is asked for. */
  readonly keep?: boolean
}

/** The routes that only ask. */
export type Readable = Extract<ConsoleRoute, `GET ${string}`>

/** A question to the console. The key begins with the path, so that `refresh` finds all pages and filters of it. */
export const questionTo = <Route extends Readable>(route: Route, request: RequestOf<Route>) => ({
  queryKey: [fillPath(splitRoute(route).pattern, request.path), request.query ?? {}],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(route, request, { signal }),
})

/** Asks a route of the console, and asks again when it may have changed. */
export function useAsk<Route extends Readable>(
  route: Route,
  request: RequestOf<Route>,
  { everySeconds, enabled = true, keep = false }: AskOptions = {},
): UseQueryResult<AnswerOf<Route>, Refused | Unreachable> {
  return useQuery<AnswerOf<Route>, Refused | Unreachable>({
    ...questionTo(route, request),
    enabled,
    ...(everySeconds === undefined ? {} : { refetchInterval: everySeconds * 1_000 }),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })
}

/**
 * Asks for something under `/console/v1`. The key begins with the path, so that `refresh` finds all pages and filters
 * of it.
 */
export function useAskPath<T>(
  path: string,
  params?: Params,
  { everySeconds, enabled = true, keep = false }: AskOptions = {},
): UseQueryResult<T, Refused | Unreachable> {
  return useQuery<T, Refused | Unreachable>({
    queryKey: [path, params ?? {}],
    queryFn: ({ signal }) => askPath<T>(path, { params, signal }),
    enabled,
    ...(everySeconds === undefined ? {} : { refetchInterval: everySeconds * 1_000 }),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Everything that was asked for under these paths is asked for again. */
export function refresh(...paths: readonly string[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => paths.some((one) => String(path).startsWith(one)),
  })
}

interface ChangeOptions<Result> {
  /** Paths under which something is different now. */
  readonly refreshes?: readonly string[]
  readonly onDone?: (result: Result) => void
}

/** Changes something. Its problem stays until the next try, and whatever was typed stays with the form. */
export function useChange<Input, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  { refreshes = [], onDone }: ChangeOptions<Result> = {},
) {
  return useMutation<Result, Refused | Unreachable, Input>({
    mutationFn: change,
    onSuccess: async (result) => {
      onDone?.(result)
      await refresh(...refreshes)
    },
  })
}

export const send = <T>(
  method: NonNullable<Question['method']>,
  path: string,
  body?: unknown,
  headers?: Question['headers'],
): Promise<T> =>
  askPath<T>(path, { method, ...(body === undefined ? {} : { body }), ...(headers === undefined ? {} : { headers }) })
