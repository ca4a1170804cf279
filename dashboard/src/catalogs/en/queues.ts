export const queues = {
  title: 'Queues',
  about:
    'Messages waiting to be sent, by carrier and message kind. PINs do not wait behind bulk messages. The counts are updated every few seconds.',
  empty: 'No messages are waiting.',
  carrier: 'Carrier',
  kind: 'Message kind',
  waiting: 'Waiting',
  inProgress: 'Being sent',
  scheduled: 'Scheduled for later',
  oldest: 'Oldest due since',
  approximate: 'about {count, number}',
  explained:
    '“Being sent” is included in “Waiting”. If messages wait for long, check the carrier: it may be paused, disconnected, or slower than the traffic.',
  simulated: 'Simulated network',
} as const
