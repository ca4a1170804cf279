import {
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type {
  AnswerOf,
  ConsoleRoute,
  ItemOf,
  ListPart,
  ListRoute,
  RequestOf,
} from '../../src/contract/console/index.ts'
import { placeOf } from '../../src/values/address.ts'
import { ask, askList, type ListRequest, type Params, Refused, type Unreachable } from './api.ts'

/** Queries and mutations of the console API, cached while a page shows them. */

/** A client error would only repeat. */
export const shouldRetry = (times: number, error: Error) =>
  !(error instanceof Refused && error.status < 500) && times < 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay: (times) => 500 * 2 ** times,
      staleTime: 5_000,
      // A browser that reports itself offline may still reach a server on its own machine.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // Input and answers may be secrets, so they are not cached.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
})

interface AskOptions<Answer = unknown> {
  /** Polling interval, for data without live events; as a function, null ends the polling. */
  readonly everySeconds?: number | ((answer: Answer | undefined) => number | null)
  readonly enabled?: boolean
  /** Keep the last rows visible while another page or filter loads. */
  readonly keep?: boolean
  /** Refetch whenever a page shows it, because other pages change it. */
  readonly always?: boolean
}

/** The routes that change nothing. */
export type Readable = Extract<ConsoleRoute, `GET ${string}`>

/** The query of a route. Its key starts with the path, so that `refresh` finds all its pages and filters. */
export const queryFor = <Route extends Readable>(route: Route, request: RequestOf<Route>) => ({
  queryKey: [placeOf(route, request.path), request.query ?? {}],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(route, request, { signal }),
})

/** Queries a console route. */
export const useAsk = <Route extends Readable>(
  route: Route,
  request: RequestOf<Route>,
  options: AskOptions<AnswerOf<Route>> = {},
): UseQueryResult<AnswerOf<Route>, Refused | Unreachable> =>
  useQuery<AnswerOf<Route>, Refused | Unreachable>({ ...queryFor(route, request), ...settingsOf(options) })

/** Queries a page of a list, and keeps the last one until the next has loaded. */
export const useList = <Route extends ListRoute & Readable>(
  route: Route,
  request: ListRequest<Route>,
  part: Params,
  options: Pick<AskOptions, 'everySeconds'> = {},
): UseQueryResult<ListPart<ItemOf<Route>>, Refused | Unreachable> =>
  useQuery<ListPart<ItemOf<Route>>, Refused | Unreachable>({
    queryKey: [placeOf(route, request.path), { ...request.query, ...part }],
    queryFn: ({ signal }) => askList(route, request, part, { signal }),
    ...settingsOf({ ...options, keep: true }),
  })

interface EndlessOptions<Item> {
  readonly enabled?: boolean
  /** Keep the last items visible while another filter loads. */
  readonly keep?: boolean
  /** Polling interval while these items are shown; null for none. */
  readonly everySeconds?: (items: readonly Item[]) => number | null
}

/** Queries a list of the account API from its start, with more pages on demand. */
export function useEndless<Route extends ListRoute & Readable>(
  route: Route,
  request: ListRequest<Route>,
  { enabled = true, keep = false, everySeconds }: EndlessOptions<ItemOf<Route>> = {},
) {
  const itemsIn = (pages: readonly ListPart<ItemOf<Route>>[] = []) => pages.flatMap(({ data }) => data)
  const query = useInfiniteQuery({
    queryKey: [placeOf(route, request.path), request.query ?? {}, 'endless'],
    queryFn: ({ signal, pageParam }) => askList(route, request, { cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled,
    placeholderData: keep ? keepPreviousData : undefined,
    refetchInterval: ({ state }) => {
      const seconds = everySeconds?.(itemsIn(state.data?.pages)) ?? null
      return seconds === null ? false : seconds * 1_000
    },
  })
  return {
    /** Undefined until the first page has loaded. */
    items: query.data === undefined ? undefined : itemsIn(query.data.pages),
    error: query.error as Refused | Unreachable | null,
    retry: () => void query.refetch(),
    /** Null at the end of the list. */
    loadMore: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isLoadingMore: query.isFetchingNextPage,
    /** The items are those of the filter before. */
    isOutdated: query.isPlaceholderData,
    /** The items have loaded, and no newer ones are expected. */
    isCurrent: query.isSuccess && !query.isFetching,
  }
}

const settingsOf = <Answer>({ everySeconds, enabled = true, keep = false, always = false }: AskOptions<Answer>) => ({
  enabled,
  refetchInterval: everySeconds === undefined ? undefined : intervalOf(everySeconds),
  placeholderData: keep ? keepPreviousData : undefined,
  staleTime: always ? 0 : undefined,
})

const intervalOf =
  <Answer>(seconds: NonNullable<AskOptions<Answer>['everySeconds']>) =>
  ({ state }: { readonly state: { readonly data: Answer | undefined } }): number | false => {
    const current = typeof seconds === 'number' ? seconds : seconds(state.data)
    return current === null ? false : current * 1_000
  }

/** Refetches the queries under these paths. */
export function refresh(...paths: readonly string[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => paths.some((one) => String(path).startsWith(one)),
  })
}

interface ChangeOptions<Result> {
  /** Paths whose queries are refetched afterwards. */
  readonly refreshes?: readonly string[]
  readonly onDone?: (result: Result) => void
}

/** A mutation. Its error stays until the next attempt. */
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
