import { Anchor, Button, Group, Skeleton, Stack, Tabs } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Provider } from '../../../../src/contract/console/providers.ts'
import { fillPath } from '../../../../src/values/address.ts'
import { ask } from '../../api.ts'
import { queryClient, refresh, useAsk, useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { confirm } from '../../parts/confirm.ts'
import { sayDone } from '../../parts/done.tsx'
import { useFilters } from '../../parts/filters.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { fill } from '../../text.ts'
import { ErrorCodes } from './provider/error-codes.tsx'
import { ProviderForm } from './provider/form.tsx'
import { Now } from './provider/now.tsx'
import { describeProvider, ProviderState } from './provider/state.tsx'

/** One provider: its state and its settings. */
export function ProviderPage() {
  const { provider: name } = useParams({ strict: false }) as { provider: string }
  const path = { provider: name }
  const { data: provider, error, refetch } = useAsk('GET /providers/:provider', { path }, { everySeconds: 3 })
  const [{ tab = 'now' }, setFilters] = useFilters()
  return (
    <>
      <PageHead
        title={name}
        about={
          provider && (
            <Group gap="xs" component="span">
              <ProviderState state={provider.state} />
              <span>{describeProvider(provider)}</span>
            </Group>
          )
        }
      >
        <Anchor component={Link} to="/operator/providers" underline="always">
          {t.providers.all}
        </Anchor>
        {provider && <Actions provider={provider} />}
      </PageHead>
      <Stack gap="md">
        <Problem error={error} onRetry={() => void refetch()} />
        {provider === undefined && error === null && <Skeleton height={240} />}
        {provider && (
          <Tabs value={tab} onChange={(next) => setFilters({ tab: next === 'now' ? undefined : (next ?? undefined) })}>
            <Tabs.List mb="md">
              <Tabs.Tab value="now">{t.carriers.tabs.now}</Tabs.Tab>
              {provider.kind === 'smpp' && <Tabs.Tab value="errors">{t.carriers.tabs.errors}</Tabs.Tab>}
              <Tabs.Tab value="settings">{t.carriers.tabs.settings}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="now">
              <Now provider={provider} />
            </Tabs.Panel>
            <Tabs.Panel value="errors">
              <ErrorCodes carrier={name} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <ProviderForm
                key={name}
                product={provider.product}
                provider={provider}
                onSaved={() => sayDone(fill(t.providers.saved, { name }))}
              />
            </Tabs.Panel>
          </Tabs>
        )}
      </Stack>
    </>
  )
}

function Actions({ provider: { product, name, kind, paused } }: { readonly provider: Provider }) {
  const navigate = useNavigate()
  const path = { provider: name }
  const remove = () =>
    confirm({
      title: fill(t.providers.removeTitle, { name }),
      warning: (
        <Stack gap="xs">
          <span>{product === 'sms' ? t.carriers.removeAbout : t.providers.removeAbout}</span>
          {product === 'sms' && <span>{t.carriers.removeAdvice}</span>}
        </Stack>
      ),
      submit: t.providers.remove,
      run: () => ask('DELETE /providers/:provider', { path }),
      async done() {
        sayDone(fill(t.providers.removed, { name }))
        // Leave the page first, so that it does not ask for the provider again.
        await navigate({ to: '/operator/providers' })
        queryClient.removeQueries({ queryKey: [fillPath('/providers/:provider', path)] })
        await refresh('/providers', '/routes', '/queues')
      },
    })
  const route = paused ? 'POST /providers/:provider/resume' : 'POST /providers/:provider/pause'
  const pause = useChange(() => ask(route, { path }), {
    refreshes: ['/providers'],
    onDone: (now) => sayDone(fill(now.paused ? t.providers.paused : t.providers.resumed, { name })),
  })
  const sync = useChange(() => ask('POST /providers/:provider/templates/sync', { path }), {
    refreshes: ['/providers'],
    onDone: ({ templates }) => sayDone(fill(t.providers.templatesRead, { count: templates })),
  })
  return (
    <>
      {product === 'chat' && kind === 'whatsapp' && (
        <Button variant="default" loading={sync.isPending} onClick={() => sync.mutate(undefined)}>
          {t.providers.readTemplates}
        </Button>
      )}
      <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate(undefined)}>
        {paused ? t.providers.resume : t.providers.pause}
      </Button>
      <Button variant="default" onClick={remove}>
        {t.providers.remove}
      </Button>
      <Problem error={pause.error ?? sync.error} />
    </>
  )
}
