import { Button, Progress, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Conversion, PinApp, PinOverview } from '../../../../src/contract/account/otp.ts'
import { showPercent } from '../../parts/formats.ts'
import { Listing } from '../../parts/listing.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Status, When } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'

interface AppsProps {
  readonly account: Account
  readonly overview: UseQueryResult<PinOverview, Error>
  readonly onChange: (app: PinApp) => void
}

/** The applications with their conversion. */
export function Apps({ account, overview: { data, error, refetch }, onChange }: AppsProps) {
  const figures = new Map(data?.data.map((one) => [one.app, one]))
  const conversion = (label: string, span: 'day' | 'week') => ({
    label,
    width: 170,
    show: ({ number }: PinApp) => <Rate label={label} conversion={figures.get(number)?.[span] ?? null} />,
  })
  return (
    <Section isBare title={t.pins.apps.title} about={t.pins.apps.about}>
      <Problem error={error} onRetry={() => void refetch()} />
      <Listing
        label={t.pins.apps.label}
        route="GET /v2/otp/apps"
        path={{ account: account.id }}
        keyOf={({ number }) => number}
        empty={t.pins.apps.empty}
        columns={[
          {
            label: t.pins.apps.application,
            show: ({ name, number }) => (
              <>
                <Text size="sm" fw={600}>
                  {name}
                </Text>
                <Text size="sm" c="dimmed">
                  {fill(t.pins.requests.appId, { number: String(number) })}
                </Text>
              </>
            ),
          },
          conversion(t.pins.apps.day, 'day'),
          conversion(t.pins.apps.week, 'week'),
          { label: t.pins.apps.sender, show: ({ sender }) => sender, width: 120 },
          { label: t.pins.apps.guard, show: ({ guard }) => t.pins.guards[guard], width: 130 },
          {
            label: t.pins.apps.state,
            show: ({ active }) => <Status value={active ? 'active' : 'paused'} />,
            width: 100,
          },
          ...(mayAs(account, 'member')
            ? [
                {
                  label: t.pins.apps.actions,
                  width: 100,
                  show: (app: PinApp) => (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => onChange(app)}
                      aria-label={fill(t.pins.apps.editNamed, { name: app.name })}
                    >
                      {t.pins.apps.edit}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {data?.countedSince && (
        <Text size="sm" c="dimmed">
          {rich(t.pins.apps.countedSince, { at: <When at={data.countedSince} /> })}
        </Text>
      )}
    </Section>
  )
}

function Rate({ label, conversion }: { readonly label: string; readonly conversion: Conversion | null }) {
  if (conversion === null) return <>–</>
  const { requested, verified, rate } = conversion
  if (rate === null)
    return (
      <Text size="sm" c="dimmed">
        {t.pins.apps.none}
      </Text>
    )
  return (
    <>
      <Text span size="sm" fw={600} className="number">
        {showPercent(rate)}
      </Text>{' '}
      <Text span size="sm" c="dimmed">
        {fill(t.pins.apps.share, { verified, requested })}
      </Text>
      <Progress
        value={rate * 100}
        size="sm"
        mt={4}
        miw={110}
        aria-label={fill(t.pins.apps.verifiedIn, { period: label })}
      />
    </>
  )
}
