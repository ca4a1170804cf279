import { Group, Progress, Stack, Text } from '@mantine/core'
import type { AnswerOf } from '../../../../src/contract/console/index.ts'
import { showCount, showPercent } from '../../parts/formats.ts'
import { Note } from '../../parts/text.tsx'
import { fill, t } from '../../text.ts'

type Request = AnswerOf<'GET /v2/requests/:request'>

const parts = [
  ['delivered', 'green.7'],
  ['undelivered', 'red.7'],
  ['pending', 'gray.5'],
] as const

/** Delivered, undelivered and pending messages of a request; they add up to the accepted ones. */
export function RequestProgress({ request }: { readonly request: Request }) {
  const { delivered, undelivered, pending } = request
  const total = delivered + undelivered + pending
  const done = total === 0 ? 0 : (delivered + undelivered) / total
  return (
    <Stack gap={6} role="group" aria-label={t.messages.progress}>
      <Progress.Root size="lg">
        {parts.map(([name, color]) => (
          <Progress.Section
            key={name}
            value={total === 0 ? 0 : (request[name] * 100) / total}
            color={color}
            aria-label={t.messages.progressParts[name]}
          />
        ))}
      </Progress.Root>
      <Group gap="lg">
        {parts.map(([name]) => (
          <Text key={name} size="sm">
            {fill(t.messages.progressCount, {
              name: t.messages.progressParts[name],
              count: showCount(request[name]),
              share: showPercent(total === 0 ? 0 : request[name] / total),
            })}
          </Text>
        ))}
        <Note>
          {pending === 0 ? t.messages.progressOver : fill(t.messages.progressDone, { share: showPercent(done) })}
        </Note>
      </Group>
    </Stack>
  )
}
