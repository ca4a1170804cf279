import { Button, Progress, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Conversion, GuardMode, PinApp, PinOverview } from '../../../../src/contract/console/otp.ts'
import { Listing } from '../../parts/listing.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Status, showCount, When } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'

interface AppsProps {
  readonly account: Account
  readonly overview: UseQueryResult<PinOverview, Error>
  readonly onChange: (app: PinApp) => void
}

const guardWords: Readonly<Record<GuardMode, string>> = { off: 'Off', alert: 'Notes', block: 'Blocks' }

/** The applications, with how many of their PINs come back. */
export function Apps({ account, overview: { data, error, refetch }, onChange }: AppsProps) {
  const figures = new Map(data?.data.map((one) => [one.app, one]))
  const conversion = (label: string, span: 'day' | 'week') => ({
    label,
    width: 170,
    show: ({ number }: PinApp) => <Rate label={label} conversion={figures.get(number)?.[span] ?? null} />,
  })
  return (
    <Section
      isBare
      title="Applications"
      about="Each is one thing that you send PINs for, with a text and limits of its own. Conversion is the share of PINs that were typed back correctly: when it falls, messages don’t arrive, or somebody asks for PINs that nobody reads."
    >
      <Problem error={error} onRetry={() => void refetch()} />
      <Listing
        label="PIN applications"
        route="GET /accounts/:account/otp/apps"
        path={{ account: account.id }}
        keyOf={({ number }) => number}
        empty="There is no application yet."
        columns={[
          {
            label: 'Application',
            show: ({ name, number }) => (
              <>
                <Text size="sm" fw={600}>
                  {name}
                </Text>
                <Text size="sm" c="dimmed">
                  appId {number}
                </Text>
              </>
            ),
          },
          conversion('Last 24 hours', 'day'),
          conversion('Last 7 days', 'week'),
          { label: 'From', show: ({ sender }) => sender, width: 120 },
          { label: 'Fraud guard', show: ({ guard }) => guardWords[guard], width: 130 },
          { label: 'State', show: ({ active }) => <Status value={active ? 'active' : 'paused'} />, width: 100 },
          ...(mayAs(account, 'member')
            ? [
                {
                  label: 'Change',
                  width: 100,
                  show: (app: PinApp) => (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => onChange(app)}
                      aria-label={`Change ${app.name}`}
                    >
                      Change
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {data?.countedSince && (
        <Text size="sm" c="dimmed">
          There were so many PINs that only those since <When at={data.countedSince} /> are counted.
        </Text>
      )}
    </Section>
  )
}

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

function Rate({ label, conversion }: { readonly label: string; readonly conversion: Conversion | null }) {
  if (conversion === null) return <>–</>
  const { requested, verified, rate } = conversion
  if (rate === null)
    return (
      <Text size="sm" c="dimmed">
        No PINs
      </Text>
    )
  return (
    <>
      <Text span size="sm" fw={600} className="number">
        {percent.format(rate)}
      </Text>{' '}
      <Text span size="sm" c="dimmed">
        {showCount(verified)} of {showCount(requested)}
      </Text>
      <Progress value={rate * 100} size="sm" mt={4} miw={110} aria-label={`Verified, ${label.toLowerCase()}`} />
    </>
  )
}
