export const refusals = {
  title: 'Rejected requests',
  about:
    'API requests of your programs that were rejected in the last 30 days, with the reason and a solution. New ones appear automatically.',
  reference: 'API reference',
  reason: 'Reason',
  request: 'Request',
  caller: 'Credential',
  credential: 'Key or token',
  count: 'Count',
  last: 'Last seen',
  first: 'First seen: {at}',
  others: 'Other requests: too many different errors to list them all.',
  status: '{status}, code {code}',
  statusMessage: '{status}, code {code}: {message}',
  key: 'API key no. {id}',
  token: 'Access token no. {id}',
  smpp: 'SMPP credential no. {id}',
  choice: '{name}, no. {id}',
  all: 'All keys and tokens',
  search: 'Search',
  searchExample: 'Path, code or word',
  empty: 'No rejected requests',
  emptyAbout:
    'When the API rejects a request of one of your programs, it appears here within seconds, with the reason and a solution. The <link>API reference</link> describes valid requests.',
  privacy:
    'Message texts and phone numbers are not stored here. Requests without a valid key belong to no account and are not listed.',
} as const
