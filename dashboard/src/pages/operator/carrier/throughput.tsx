import { Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { CarrierMinute } from '../../../../../src/contract/console/routing.ts'
import { useAsk } from '../../../data.ts'
import { Problem } from '../../../parts/problem.tsx'
import { Section } from '../../../parts/section.tsx'
import { describeMinutes, showMinute } from './minutes.ts'

const chartHeight = 240
const ThroughputChart = lazy(() => import('./throughput-chart.tsx').then((file) => ({ default: file.ThroughputChart })))

/** What came back from it in the last hour: a chart, and the same in words and numbers. */
export function Throughput({ carrier }: { readonly carrier: string }) {
  const { data, error, refetch } = useAsk(
    'GET /carriers/:carrier/throughput',
    { path: { carrier } },
    { everySeconds: 10 },
  )
  const minutes = data?.minutes ?? []
  const busy = minutes.filter(({ taken, refused, errors }) => taken + refused + errors > 0)
  return (
    <Section
      title="The last hour"
      about="Messages that the carrier took, refused for good, or answered with an error of its own; those are tried again."
    >
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={chartHeight} />}
      {data !== undefined && (
        <Stack gap="sm">
          <Text>{describeMinutes(minutes)}</Text>
          {busy.length > 0 && (
            <>
              <Suspense fallback={<Skeleton height={chartHeight} />}>
                <ThroughputChart minutes={minutes} height={chartHeight} label={describeMinutes(minutes)} />
              </Suspense>
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
      <caption>The minutes in which something came back</caption>
      <thead>
        <tr>
          {['Minute', 'Taken', 'Refused', 'Errors'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {minutes.map(({ at, taken, refused, errors }) => (
          <tr key={at}>
            <th scope="row">{showMinute(at)}</th>
            <td>{taken}</td>
            <td>{refused}</td>
            <td>{errors}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
