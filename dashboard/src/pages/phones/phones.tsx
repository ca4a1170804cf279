import { Button, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { VirtualPhone as Phone } from '../../../../src/contract/console/inbound.ts'
import { useAsk } from '../../data.ts'
import { SearchField } from '../../parts/filter-fields.tsx'
import { useFilters, useListPlace } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { withPlus } from '../../parts/numbers.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { usePhoneText } from '../../parts/phone.tsx'
import { PlaceButtons } from '../../parts/place-buttons.tsx'
import { Problem, Waiting } from '../../parts/problem.tsx'

import { mayAs, useAbout, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { Endings } from './endings.tsx'
import { NoPhones } from './no-phones.tsx'
import { describeNews, findNews, keepOrder } from './phone.ts'
import { PhoneList } from './phone-list.tsx'
import { VirtualPhone } from './virtual-phone.tsx'

/** The phones of the simulated network. Messages of the account arrive on them live, and the phones can reply. */
export function PhonesPage() {
  const account = useThisAccount()
  const path = `${account.path}/phones`
  const isDesk = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false }) ?? true
  const { staging } = useAbout()
  const [{ phone, q = '' }, setFilters] = useFilters()
  const place = useListPlace('phones')
  const asked = useAsk(
    'GET /accounts/:account/phones',
    { path: { account: account.id }, query: { q, cursor: place.cursor, limit: isDesk ? 8 : 20 } },
    { keep: true, enabled: staging },
  )
  const news = useNews(asked.isPlaceholderData ? undefined : asked.data?.data, `${q} ${place.cursor} ${isDesk}`)
  const places = useStableOrder(asked.data?.data)
  const isEmpty = q === '' && asked.data?.data.length === 0
  const isAlone = phone !== undefined && staging
  return (
    <>
      <PageHead title={t.phones.title} about={isAlone ? null : t.phones.about}>
        {isAlone && (
          <Button variant="default" component={Link} to={path}>
            {t.phones.all}
          </Button>
        )}
        {!isEmpty && mayAs(account, 'member') && (
          <Button
            component={Link}
            to={`${account.path}/send`}
            leftSection={<Icon name="send" />}
            search={isAlone ? ({ to: withPlus(phone) } as never) : undefined}
          >
            {t.phones.send}
          </Button>
        )}
      </PageHead>
      <VisuallyHidden role="status" aria-live="polite">
        {news}
      </VisuallyHidden>
      {isAlone ? (
        <VirtualPhone key={phone} account={account} phone={phone} isAlone />
      ) : (
        <Stack gap="lg">
          {!staging && <Text>{t.phones.production}</Text>}
          <Problem error={asked.error} onRetry={() => void asked.refetch()} />
          {asked.isLoading && <Waiting label={t.phones.phones} />}
          {isEmpty && <NoPhones account={account} />}
          {asked.data !== undefined && !isEmpty && (
            <>
              <SearchField
                label={t.phones.find}
                example={t.phones.findHelp}
                value={q}
                onChange={(text) => setFilters({ q: text })}
                mb={0}
              />
              {places.length === 0 && <Text c="dimmed">{fill(t.phones.notFound, { digits: q })}</Text>}
              {isDesk ? (
                <div className="vphone-grid">
                  {places.map(({ phone: number }) => (
                    <VirtualPhone key={number} account={account} phone={number} />
                  ))}
                </div>
              ) : (
                <PhoneList path={path} phones={asked.data.data} />
              )}
              <PlaceButtons place={place} next={asked.data.next} />
              <Paper withBorder p="md" component="section" aria-labelledby="endings">
                <Title order={2} size="h5" id="endings" mb="xs">
                  {t.phones.endings.title}
                </Title>
                <Endings />
              </Paper>
            </>
          )}
        </Stack>
      )}
    </>
  )
}

/** The phones in their former order, with new ones first. */
function useStableOrder(phones: readonly Phone[] | undefined): readonly Phone[] {
  const [kept, setKept] = useState<readonly string[]>([])
  if (phones === undefined) return []
  const places = keepOrder(
    kept,
    phones.map(({ phone }) => phone),
  )
  if (places.join() !== kept.join()) setKept(places)
  return places.flatMap((place) => phones.find(({ phone }) => phone === place) ?? [])
}

/** The announcement of new messages. Another page or search of the list is no news. */
function useNews(phones: readonly Phone[] | undefined, view: string): string {
  const [announced, setAnnounced] = useState('')
  const showPhone = usePhoneText()
  const before = useRef<{ readonly view: string; readonly phones: readonly Phone[] } | null>(null)
  useEffect(() => {
    if (phones === undefined) return
    const news = before.current?.view === view ? describeNews(findNews(before.current.phones, phones), showPhone) : ''
    before.current = { view, phones }
    // Screen readers announce a changed text only.
    if (news !== '') setAnnounced((last) => (last === news ? `${news}\u00a0` : news))
  }, [phones, view, showPhone])
  return announced
}
