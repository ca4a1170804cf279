export const queues = {
  title: 'Queues',
  about:
    'Messages waiting to be sent, by carrier and message type. PINs do not wait behind bulk messages. The counts are updated every few seconds.',
  empty: 'No queued messages.',
  carrier: 'Carrier',
  kind: 'Message type',
  waiting: 'Queued',
  inProgress: 'Being sent',
  scheduled: 'Scheduled for later',
  oldest: 'Oldest message due since',
  approximate: 'about {count, number}',
  explained:
    '“Being sent” is included in “Queued”. If messages wait for a long time, check the carrier: it may be paused, disconnected, or slower than the traffic.',
} as const
