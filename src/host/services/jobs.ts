import * as vscode from 'vscode';
import { getCostAmount } from '../../app/cost/cost.ts';
import { describeNoCharge } from '../../app/cost/formatCost.ts';
import { describePriceRise, formatResumeButton } from '../../app/cost/formatPrice.ts';
import { type JobAddressAndAccount, JobRunner } from '../../app/session/jobRunner.ts';
import type {
  BackgroundJob,
  BackgroundJobControl,
  ParkedJob,
  PriceRaisedJob,
  RemainingWork,
} from '../../app/session/backgroundJob.ts';
import {
  captureRemainingPrices,
  describeKeyChange,
  describeParkedJobs,
  hasRoomForNextCall,
  type Headroom,
  findTightestHeadroom,
  sumMaxRemainingCost,
} from '../../app/session/parkedJobs.ts';
import type { PriceLookup } from '../../app/session/agreedPrices.ts';
import type { Client } from '../../client/client.ts';
import { toConnectionStateKey, toPriceBookKey } from '../../client/connection.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import { readSessionBudgetSetting, readDayBudgetSetting } from '../shared/budgetSettings.ts';
import { runCommand } from '../shared/commands.ts';
import { toFailureDescription } from '../shared/showErrorNotification.ts';
import type { Services } from '../shared/services.ts';
import { onDidChangeSettings } from '../shared/settings.ts';

type JobServices = Pick<Services, 'client' | 'connections' | 'context' | 'log' | 'spend' | 'store'>;

/**
 * Makes the jobs of a window. Those that meet the budget wait, and one message says so; when the budget is raised, one message
 * offers to go on. Where each of them is in sight, its view does both. Nothing goes on by itself.
 */
export function createBackgroundJobs(services: JobServices): BackgroundJobControl {
  const { connections, context, log } = services;
  let ready: Client | undefined;
  const board = new JobRunner({
    placeOf: (endpoint) => getJobConnection(services, endpoint),
    onParked: (parked) => {
      // what is left is what the refused call met: a raise since then has a message of its own
      inBackground(showParkedJobsAndOfferResume(services, parked, parked.at(-1)?.error.facts.budget, true));
    },
    onKeyRefused: (error, jobs) => {
      inBackground(showKeyRefused(services, error, jobs));
    },
    onDearer: (dearer) => {
      inBackground(showPriceRaisedJob(services, dearer));
    },
    priceOf: (endpoint) => ready?.priceOf(endpoint),
    mayUseKey: async (job) => await confirmKeyChangeForJob(services, job),
    onChange: () => {
      void vscode.commands.executeCommand('setContext', 'socialData.hasParkedJobs', board.parked.length > 0);
    },
  });
  let caps = readBudgetCaps();
  context.subscriptions.push(
    onDidChangeSettings(() => {
      inBackground(followCaps());
    }),
    connections.onDidChange(() => {
      board.dropForeign();
    }),
  );
  return {
    run: async (job) => {
      ready = await services.client(); // what the connections need runs from here on, so that they have an address
      return await board.run(job);
    },
    resume: async () => {
      await resumeAll(board.parked);
    },
  };

  /** A raised cap lets nothing go on by itself: that is the person's to say. */
  async function followCaps(): Promise<void> {
    const before = caps;
    caps = readBudgetCaps();
    const isRaised = caps.session > before.session || caps.day > before.day;
    if (isRaised && board.hasUnseenParkedJob) {
      const room = await readTightestHeadroom(services);
      const parked = board.parked;
      if (parked.length > 0) {
        await showParkedJobsAndOfferResume(services, parked, room, false);
      }
    }
  }

  /** Logs what went wrong where nobody waits for it. */
  function inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => {
      log.error(error instanceof Error ? error : String(error));
    });
  }
}

function readBudgetCaps() {
  return { session: readSessionBudgetSetting(), day: readDayBudgetSetting() };
}

async function resumeAll(parked: readonly ParkedJob[], agreedPrice?: PriceLookup): Promise<void> {
  await Promise.all(parked.map(async (one) => await one.resume(agreedPrice)));
}

function getJobConnection({ connections }: JobServices, { service }: Endpoint): JobAddressAndAccount {
  const connection = connections.of(service);
  return connection === undefined
    ? { address: '', account: '' }
    : { address: toPriceBookKey(service, connection), account: toConnectionStateKey(service, connection) };
}

async function readTightestHeadroom({ spend, store }: JobServices): Promise<Headroom | undefined> {
  const session = { cap: readSessionBudgetSetting(), spent: getCostAmount(spend.totals.cost), reserved: 0n };
  try {
    return findTightestHeadroom(session, (await store()).spending.today());
  } catch (error) {
    if (error instanceof SocialDataError) {
      return findTightestHeadroom(session, { cap: undefined, spent: 0n, reserved: 0n }); // unreadable: the call itself says so, before it is sent
    }
    throw error;
  }
}

/** Says which jobs wait at the budget, or that they can go on, and offers what can be done. */
async function showParkedJobsAndOfferResume(
  services: JobServices,
  parked: readonly ParkedJob[],
  room: Headroom | undefined,
  isRefused: boolean,
): Promise<void> {
  const client = await services.client();
  const priceOf = (endpoint: Endpoint) => client.priceOf(endpoint);
  const rest = sumMaxRemainingCost(parked, priceOf);
  const agreedPrice = captureRemainingPrices(parked, priceOf);
  const resume = formatResumeButton(rest);
  const setBudget = vscode.l10n.t('Set Budget…');
  const hasRoom = !isRefused && hasRoomForNextCall(room, parked, priceOf);
  const words = describeParkedJobs(parked, rest, room, hasRoom);
  const picked = await vscode.window.showWarningMessage(
    isRefused ? `${words} ${describeNoCharge('refused')}` : words,
    ...(hasRoom ? [resume, setBudget] : [setBudget]),
  );
  if (picked === setBudget) {
    await runCommand('socialData.activity.setBudget');
  } else if (picked === resume) {
    await resumeAll(parked, agreedPrice); // those whose price it names: others may wait by now
  }
}

/** Says that a job stopped at a higher price, and offers to go on with it. */
async function showPriceRaisedJob({ client }: JobServices, dearer: PriceRaisedJob): Promise<void> {
  const { title, agreed, price, goOn } = dearer;
  const connected = await client();
  const priceOf = (endpoint: Endpoint) => connected.priceOf(endpoint);
  const agreedPrice = captureRemainingPrices([dearer], priceOf);
  const resume = formatResumeButton(sumMaxRemainingCost([dearer], priceOf));
  const words = `${describePriceRise(title, agreed, price)} ${describeNoCharge('refused')}`;
  if ((await vscode.window.showWarningMessage(words, resume)) === resume) {
    await goOn(agreedPrice);
  }
}

/** Another key is another account: what a person agreed to with one is asked again before the other one pays for it. */
async function confirmKeyChangeForJob({ client, connections }: JobServices, job: RemainingWork): Promise<boolean> {
  if ((await connections.of(job.endpoint.service)?.credentials()) === undefined) {
    return true; // it was removed: the call itself says so, and is not sent
  }
  const connected = await client();
  const rest = sumMaxRemainingCost([job], (endpoint) => connected.priceOf(endpoint));
  const resume = formatResumeButton(rest);
  const picked = await vscode.window.showWarningMessage(describeKeyChange(job.title, rest), { modal: true }, resume);
  return picked === resume;
}

/** One message for all that a refused key ended; each view says the same of its own. */
async function showKeyRefused(services: JobServices, error: SocialDataError, jobs: readonly BackgroundJob[]): Promise<void> {
  const [first] = jobs;
  if (first === undefined) {
    return;
  }
  const { message } = await toFailureDescription(services, error, first.endpoint);
  const setKey = vscode.l10n.t('Set Another Key…');
  const picked = await vscode.window.showErrorMessage(
    `${vscode.l10n.t('Fetching stopped in {0} places. What was loaded stays.', jobs.length)} ${message}`,
    setKey,
  );
  if (picked === setKey) {
    await runCommand('socialData.connection.setKey', first.endpoint.service, 'key');
  }
}
