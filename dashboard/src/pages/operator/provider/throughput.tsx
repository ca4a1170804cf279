import { Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { CarrierMinute } from '../../../../../src/contract/console/routing.ts'
import { useAsk } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { showCount } from '../../../parts/formats.ts'
import { Problem } from '../../../parts/problem.tsx'
import { Section } from '../../../parts/section.tsx'
import { describeMinutes, outcomes, showMinute, ThroughputChart } from './throughput-chart.tsx'

const chartHeight = 240

/** The results of the last hour as a sentence, a chart and a table. */
export function Throughput({ carrier }: { readonly carrier: string }) {
  const { data, error, refetch } = useAsk(
    'GET /providers/:provider/throughput',
    { path: { provider: carrier } },
    { everySeconds: 10 },
  )
  const minutes = data?.minutes ?? []
  const busy = minutes.filter(({ taken, refused, errors }) => taken + refused + errors > 0)
  return (
    <Section title={t.carriers.hour} about={t.carriers.hourAbout}>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={chartHeight} />}
      {data !== undefined && (
        <Stack gap="sm">
          <Text>{describeMinutes(minutes)}</Text>
          {busy.length > 0 && (
            <>
              <ThroughputChart minutes={minutes} height={chartHeight} label={describeMinutes(minutes)} />
              <VisuallyHidden>
                <MinutesTable minutes={busy} />
              </VisuallyHidden>
            </>
          )}
        </Stack>
      )}
    </Section>
  )
}

function MinutesTable({ minutes }: { readonly minutes: readonly CarrierMinute[] }) {
  return (
    <table>
      <caption>{t.carriers.minutesCaption}</caption>
      <thead>
        <tr>
          <th scope="col">{t.carriers.minute}</th>
          {outcomes.map((outcome) => (
            <th key={outcome} scope="col">
              {t.carriers.outcomes[outcome]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {minutes.map((minute) => (
          <tr key={minute.at}>
            <th scope="row">{showMinute(minute.at)}</th>
            {outcomes.map((outcome) => (
              <td key={outcome}>{showCount(minute[outcome])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
