import { Anchor, Stack, Text, Title } from '@mantine/core'
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { Refused } from './api.ts'
import { queryClient, queryFor } from './data.ts'
import { operatorPages } from './operator-pages.ts'
import { accountPages } from './pages.ts'
import { Problem, Waiting } from './parts/problem.tsx'

import { ofAccount, ofOperator } from './shell/guard.tsx'
import { Shell } from './shell/shell.tsx'
import { t } from './text.ts'

/** The routes of the dashboard. Those inside the shell load the user and the server’s settings first. */

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: Missing,
  errorComponent: Failed,
  // The browser can first draw the effect of the click, such as a closed menu.
  beforeLoad: () => new Promise<void>((resolve) => setTimeout(resolve)),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in.tsx'), 'SignInPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./pages/sign-in/reset-password.tsx'), 'ResetPasswordPage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/sign-in/invitation.tsx'), 'InvitationPage'),
})

/** The pages that need a session. Without one they redirect to the sign-in page, which leads back. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  loader: async ({ location }) => {
    try {
      const [me, about] = await Promise.all([
        queryClient.ensureQueryData(queryFor('GET /me', {})),
        queryClient.ensureQueryData(queryFor('GET /about', {})),
      ])
      return { me, about }
    } catch (error) {
      if (error instanceof Refused && error.status === 401)
        throw redirect({ to: '/sign-in', search: { from: location.href } as never })
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/start.tsx'), 'StartPage'),
})

/** Addresses without a page, which users shorten by hand. */
const shortened = [
  createRoute({
    getParentRoute: () => inside,
    path: '/operator',
    beforeLoad: () => {
      throw redirect({ to: '/operator/overview' as never })
    },
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/accounts',
    beforeLoad: () => {
      throw redirect({ to: '/' })
    },
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/accounts/$account',
    beforeLoad: ({ params }) => {
      throw redirect({ to: `/accounts/${params.account}/home` as never })
    },
  }),
]

const profile = createRoute({
  getParentRoute: () => inside,
  path: '/profile',
  component: lazyRouteComponent(() => import('./pages/profile/profile.tsx'), 'ProfilePage'),
})

const accountRoutes = accountPages
  .filter(({ within }) => within === undefined)
  .map((page) => {
    const route = createRoute({
      getParentRoute: () => inside,
      path: `/accounts/$account/${page.path}`,
      component: ofAccount(page),
    })
    const inner = accountPages.filter(({ within }) => within === page.path)
    return route.addChildren(
      inner.map(({ path }) => createRoute({ getParentRoute: () => route, path: path.slice(page.path.length) })),
    )
  })
const operatorRoutes = operatorPages.map((page) =>
  createRoute({ getParentRoute: () => inside, path: `/operator/${page.path}`, component: ofOperator(page) }),
)

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    resetPassword,
    invitation,
    inside.addChildren([start, ...shortened, profile, ...accountRoutes, ...operatorRoutes]),
  ]),
  defaultPendingComponent: Waiting,
  defaultErrorComponent: Failed,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Plain text instead of JSON, so that addresses can be read and typed.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    )
    return query.size === 0 ? '' : `?${query}`
  },
})

function Missing() {
  useEffect(() => {
    document.title = `${t.shell.notFound} · Ngoma`
  }, [])
  return (
    <Stack component="main" align="center" mt="15vh" gap="xs">
      <Title order={1} size="h2">
        {t.shell.notFound}
      </Title>
      <Text c="dimmed">{t.shell.notFoundHint}</Text>
      <Anchor component={Link} to="/">
        {t.shell.goHome}
      </Anchor>
    </Stack>
  )
}

function Failed({ error, reset }: ErrorComponentProps) {
  return (
    <Stack maw={640} mx="auto" mt="10vh" p="md">
      <Title order={1} size="h2">
        {t.shell.pageFailed}
      </Title>
      <Problem
        error={error instanceof Error ? error : new Error(t.shell.pageError)}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </Stack>
  )
}
