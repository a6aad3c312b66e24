import * as vscode from 'vscode';
import { amountOf } from '../../../app/cost/cost.ts';
import { connectionName, priceName } from '../../../client/connection.ts';
import type { Endpoint } from '../../../client/endpoint.ts';
import { SocialDataError } from '../../../client/errors.ts';
import type { BudgetState } from '../../../client/policies/budget.ts';
import { budgetOf, dayBudgetOf } from '../budgets.ts';
import { runCommand } from '../commands.ts';
import { presentFailure } from '../presentError.ts';
import type { Services } from '../services.ts';
import { onDidChangeSettings } from '../settings.ts';
import { type BackgroundJob, JobBoard, type JobPlace, type Jobs, type ParkedJob } from '../../../app/session/backgroundJob.ts';
import { hasRoomFor, type Room, remainingCost, tighterRoom } from './takes.ts';
import { presentResume, wordParked } from './wordParked.ts';

/** What jobs use of the services. */
type JobServices = Pick<Services, 'client' | 'connections' | 'context' | 'log' | 'spend' | 'store'>;

/**
 * Makes the jobs of a window. Those that meet the budget wait, and one message says so; when the budget is raised, one message
 * offers to go on. Nothing goes on by itself.
 */
export function createJobs(services: JobServices): Jobs {
  const { connections, context, log, spend } = services;
  const board = new JobBoard({
    placeOf: (endpoint) => placeOf(services, endpoint),
    onParked: (parked) => {
      // what is left is what the refused call was told: a raise since then has a message of its own
      alone(tell(parked, parked.at(-1)?.error.facts.budget, true));
    },
    onKeyRefused: (error, jobs) => {
      alone(tellRefused(services, error, jobs));
    },
    onChange: () => {
      void vscode.commands.executeCommand('setContext', 'socialData.hasParkedJobs', board.parked.length > 0);
    },
  });
  let caps = capsNow();

  async function tell(parked: readonly ParkedJob[], room: Room | undefined, isRefused: boolean): Promise<void> {
    const client = await services.client();
    const priceOf = (endpoint: Endpoint) => client.priceOf(endpoint);
    const rest = remainingCost(parked, priceOf);
    const resume = presentResume(rest);
    const setBudget = vscode.l10n.t('Set Budget…');
    const hasRoom = !isRefused && hasRoomFor(room, parked, priceOf);
    const words = wordParked(parked, rest, room, hasRoom);
    const picked = await vscode.window.showWarningMessage(
      isRefused ? `${words} ${vscode.l10n.t('Nothing was spent for the call that was refused.')}` : words,
      ...(hasRoom ? [resume, setBudget] : [setBudget]),
    );
    if (picked === setBudget) {
      await runCommand('socialData.activity.setBudget');
    } else if (picked === resume) {
      await goOn(parked); // those whose price it names: others may wait by now
    }
  }

  async function goOn(parked: readonly ParkedJob[]): Promise<void> {
    await Promise.all(parked.map(async (one) => await one.resume()));
  }

  /** Says what went wrong where nobody waits for it. */
  function alone(work: Promise<void>): void {
    work.catch((error: unknown) => {
      log.error(error instanceof Error ? error : String(error));
    });
  }

  /** A raised cap lets nothing go on by itself: that is the person's to say. */
  async function followCaps(): Promise<void> {
    const before = caps;
    caps = capsNow();
    const isRaised = caps.session > before.session || caps.day > before.day;
    if (isRaised && board.parked.length > 0) {
      const room = await roomNow();
      const parked = board.parked;
      if (parked.length > 0) {
        await tell(parked, room, false);
      }
    }
  }

  async function roomNow(): Promise<Room | undefined> {
    const session: BudgetState = { cap: budgetOf(), spent: amountOf(spend.totals.cost), reserved: 0n };
    return tighterRoom(session, await dayNow());
  }

  async function dayNow(): Promise<BudgetState> {
    try {
      return (await services.store()).spending.today();
    } catch (error) {
      if (error instanceof SocialDataError) {
        return { cap: undefined, spent: 0n, reserved: 0n }; // unreadable: the call itself says so, before it is sent
      }
      throw error;
    }
  }

  context.subscriptions.push(
    onDidChangeSettings(() => {
      alone(followCaps());
    }),
    connections.onDidChange(() => {
      board.dropForeign();
    }),
  );
  return {
    run: async (job) => {
      await services.client(); // what the connections need runs from here on, so that they have an address
      return await board.run(job);
    },
    resume: async () => {
      await goOn(board.parked);
    },
  };
}

function capsNow() {
  return { session: budgetOf(), day: dayBudgetOf() };
}

function placeOf({ connections }: JobServices, { service }: Endpoint): JobPlace {
  const connection = connections.of(service);
  return connection === undefined
    ? { address: '', account: '' }
    : { address: priceName(service, connection), account: connectionName(service, connection) };
}

/** One message for all that a refused key ended; each view says the same of its own. */
async function tellRefused(services: JobServices, error: SocialDataError, jobs: readonly BackgroundJob[]): Promise<void> {
  const [first] = jobs;
  if (first === undefined) {
    return;
  }
  const { message } = await presentFailure(services, error, first.endpoint);
  const setKey = vscode.l10n.t('Set API Key…');
  const picked = await vscode.window.showErrorMessage(
    `${vscode.l10n.t('Fetching was ended in {0} places; what came stays.', jobs.length)} ${message}`,
    setKey,
  );
  if (picked === setKey) {
    await runCommand('socialData.connection.setKey', first.endpoint.service);
  }
}
