/** The endpoint that a page shows. */
export interface EndpointPath {
  readonly account: number
  readonly endpoint: string | number
}

/** The path of its cached data, for `refresh`. */
export const placeOf = ({ account, endpoint }: EndpointPath) => `/accounts/${account}/webhooks/${endpoint}`
