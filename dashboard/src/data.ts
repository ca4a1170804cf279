import { keepPreviousData, QueryClient, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import type { AnswerOf, ConsoleRoute, ItemOf, ListRoute, RequestOf } from '../../src/contract/console/index.ts'
import { fillPath, splitRoute } from '../../src/values/address.ts'
import { ask, askList, type ListPart, type ListRequest, type Params, Refused, type Unreachable } from './api.ts'

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
export const useAsk = <Route extends Readable>(
  route: Route,
  request: RequestOf<Route>,
  options: AskOptions = {},
): UseQueryResult<AnswerOf<Route>, Refused | Unreachable> =>
  useQuery<AnswerOf<Route>, Refused | Unreachable>({ ...questionTo(route, request), ...settingsOf(options) })

/** Asks for a part of a list, and keeps showing the last one until the next has come. */
export const useList = <Route extends ListRoute & Readable>(
  route: Route,
  request: ListRequest<Route>,
  part: Params,
  options: Pick<AskOptions, 'everySeconds'> = {},
): UseQueryResult<ListPart<ItemOf<Route>>, Refused | Unreachable> =>
  useQuery<ListPart<ItemOf<Route>>, Refused | Unreachable>({
    queryKey: [fillPath(splitRoute(route).pattern, request.path), { ...request.query, ...part }],
    queryFn: ({ signal }) => askList(route, request, part, { signal }),
    ...settingsOf({ ...options, keep: true }),
  })

const settingsOf = ({ everySeconds, enabled = true, keep = false }: AskOptions) => ({
  enabled,
  ...(everySeconds === undefined ? {} : { refetchInterval: everySeconds * 1_000 }),
  ...(keep ? { placeholderData: keepPreviousData } : {}),
})

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
