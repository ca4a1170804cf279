import { Progress, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Conversion, PinApp, PinOverview } from '../../../../src/contract/account/otp.ts'
import type { Language } from '../../../../src/values/languages.ts'
import { showPercent } from '../../parts/formats.ts'
import { Problem } from '../../parts/problem.tsx'
import { ResourceList } from '../../parts/resource-page.tsx'
import { Section } from '../../parts/section.tsx'
import { Note, Status, When } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { AppDialog } from './app-dialog.tsx'

interface AppsProps {
  readonly account: Account
  readonly overview: UseQueryResult<PinOverview, Error>
  /** Of the account; undefined until it is loaded. */
  readonly language: Language | undefined
}

/** The applications with their conversion. */
export function Apps({ account, overview: { data, error, refetch }, language }: AppsProps) {
  const figures = new Map(data?.data.map((one) => [one.app, one]))
  const conversion = (label: string, span: 'day' | 'week') => ({
    label,
    width: 170,
    show: ({ number }: PinApp) => <Rate label={label} conversion={figures.get(number)?.[span] ?? null} />,
  })
  return (
    <Section isBare title={t.pins.apps.title} about={t.pins.apps.about}>
      <Problem error={error} onRetry={() => void refetch()} />
      <ResourceList
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
                <Note>{fill(t.pins.requests.appId, { number: String(number) })}</Note>
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
        ]}
        mayChange={mayAs(account, 'member')}
        form={(app, close) => language && <AppDialog account={account} app={app} language={language} close={close} />}
        editLabel={t.pins.apps.edit}
        editName={({ name }) => fill(t.pins.apps.editNamed, { name })}
      />
      {data?.countedSince && <Note>{rich(t.pins.apps.countedSince, { at: <When at={data.countedSince} /> })}</Note>}
    </Section>
  )
}

function Rate({ label, conversion }: { readonly label: string; readonly conversion: Conversion | null }) {
  if (conversion === null) return <>–</>
  const { requested, verified, rate } = conversion
  if (rate === null) return <Note>{t.pins.apps.none}</Note>
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
