import { Anchor, Center, Loader, Stack, Text, Title } from '@mantine/core'
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
import { queryClient, questionTo } from './data.ts'
import { accountPages, operatorPages } from './pages.ts'
import { Problem } from './parts/problem.tsx'
import { ofAccount, ofOperator } from './shell/guard.tsx'
import { Shell } from './shell/shell.tsx'

/** Addresses, and what is asked for before anything of them is shown: who is signed in, and what the server is. */

const root = createRootRoute({ component: Outlet, notFoundComponent: Missing, errorComponent: Failed })

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

/** Everything that takes a session. Without one it leads to the sign-in, and from there back. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  loader: async ({ location }) => {
    try {
      const [me, about] = await Promise.all([
        queryClient.ensureQueryData(questionTo('GET /me', {})),
        queryClient.ensureQueryData(questionTo('GET /about', {})),
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

const profile = createRoute({
  getParentRoute: () => inside,
  path: '/profile',
  component: lazyRouteComponent(() => import('./pages/profile/profile.tsx'), 'ProfilePage'),
})

const accountRoutes = accountPages.map((page) =>
  createRoute({ getParentRoute: () => inside, path: `/accounts/$account/${page.path}`, component: ofAccount(page) }),
)
const operatorRoutes = operatorPages.map((page) =>
  createRoute({ getParentRoute: () => inside, path: `/operator/${page.path}`, component: ofOperator(page) }),
)

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    resetPassword,
    invitation,
    inside.addChildren([start, profile, ...accountRoutes, ...operatorRoutes]),
  ]),
  defaultPendingComponent: Waiting,
  defaultErrorComponent: Failed,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Texts as they are, so that an address can be read, and written by hand.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    )
    return query.size === 0 ? '' : `?${query}`
  },
})

function Waiting() {
  return (
    <Center h="60vh" role="status" aria-label="Loading">
      <Loader />
    </Center>
  )
}

function Missing() {
  useEffect(() => {
    document.title = 'There is no such page · Ngoma'
  }, [])
  return (
    <Stack component="main" align="center" mt="15vh" gap="xs">
      <Title order={1} size="h2">
        There is no such page
      </Title>
      <Text c="dimmed">It may have been moved, or the address is mistyped.</Text>
      <Anchor component={Link} to="/">
        Go to the start
      </Anchor>
    </Stack>
  )
}

function Failed({ error, reset }: ErrorComponentProps) {
  return (
    <Stack maw={640} mx="auto" mt="10vh" p="md">
      <Title order={1} size="h2">
        This page can’t be shown
      </Title>
      <Problem
        error={error instanceof Error ? error : new Error('Something went wrong in the page.')}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </Stack>
  )
}
