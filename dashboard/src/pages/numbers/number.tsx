import { Badge, Group, Skeleton, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { NumberState } from '../../../../src/contract/account/numbers.ts'
import { useAsk } from '../../data.ts'
import { countryName, showTime } from '../../parts/formats.ts'
import { isStored, withPlus } from '../../parts/numbers.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { usePhoneText } from '../../parts/phone.tsx'
import { Problem } from '../../parts/problem.tsx'
import { PageLink } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { Actions } from './actions.tsx'
import { History } from './history.tsx'

/** The state and the history of one phone number. */
export function NumberPage() {
  const account = useThisAccount()
  const showPhone = usePhoneText()
  const { phone: typed } = useParams({ strict: false }) as { phone: string }
  // A number from a link has its country code; a typed one may be in local form.
  const phone = isStored(typed) ? withPlus(typed) : typed
  const { data, error, refetch } = useAsk('GET /v2/numbers/:phone', { path: { account: account.id, phone } })
  const shown = data === undefined ? typed : showPhone(data.phone)
  return (
    <>
      <PageLink to={`${account.path}/numbers`}>{t.numberHistory.another}</PageLink>
      <PageHead title={shown} about={data && <About state={data} />}>
        {data && <Actions account={account} state={data} />}
      </PageHead>
      <Stack gap="md">
        <Problem error={error} onRetry={() => void refetch()} />
        {data === undefined && error === null && (
          <Skeleton height={240} role="status" aria-label={t.numberHistory.loading} />
        )}
        {data && <Badges state={data} />}
        {data && <History key={data.phone} account={account} phone={data.phone} />}
      </Stack>
    </>
  )
}

const nameOf = ({ firstName, lastName }: NumberState['contacts'][number]) => `${firstName} ${lastName}`.trim()

function About({ state: { contacts, country } }: { readonly state: NumberState }) {
  const names = contacts.map(nameOf).filter((name) => name !== '')
  return <>{[...names, ...(country === null ? [] : [countryName(country)])].join(' · ')}</>
}

/** Whether the number wants messages. */
function Badges({ state: { optOut, doNotDisturb, consent } }: { readonly state: NumberState }) {
  return (
    <Group gap="xs">
      {optOut === null ? (
        <State colour="green" text={t.numberHistory.notOptedOut} />
      ) : (
        <State colour="red" text={t.numberHistory.optedOut} at={optOut.createdAt} />
      )}
      {doNotDisturb && <State colour="red" text={t.numberHistory.doNotDisturb} />}
      {consent !== null && (
        <State
          colour={consent.given ? 'green' : 'red'}
          text={consent.given ? t.numberHistory.consentGiven : t.numberHistory.consentWithdrawn}
          at={consent.at}
        />
      )}
    </Group>
  )
}

function State({ colour, text, at }: { readonly colour: string; readonly text: string; readonly at?: string }) {
  return (
    <Badge variant="light" color={colour} radius="sm" size="lg" tt="none" fw={500}>
      {at === undefined ? text : `${text} ${fill(t.numberHistory.since, { at: showTime(new Date(at)) })}`}
    </Badge>
  )
}
