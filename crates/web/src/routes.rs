//! What can be asked: one table, from which both the router and the description are made.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Uri};
use axum::response::sse::Sse;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use kibitzer_catalog::Room;

use crate::advice::{self, USUAL};
use crate::control::{Control, Events};
use crate::extract::{Asked, Queried, Said};
use crate::jobs::Jobs;
use crate::page::{Page, served};
use crate::race::Race;
use crate::refusal::Refusal;
use crate::sessions::{Session, Tells, read_game, read_solver, read_thinker};
use crate::watch::Watched;
use crate::wire::answers::{Deal, Hint, Look, Mistake, Reply, Solution, Verdict, Verdicts};
use crate::wire::description::{Answers, Reads, Told, describe, fields, schema};
use crate::wire::events::{JobAnswer, RaceEvent, WatchEvent};
use crate::wire::laboratory::{Experiment, Experiments};
use crate::wire::listing::Catalog;
use crate::wire::requests::{
    AskRequest, DealRequest, JobRequest, LookRequest, RaceQuery, RedealRequest, ReplyRequest, SolutionRequest,
    WatchQuery,
};
use crate::wire::text::{Seconds, Whole};
use crate::wire::to_json;
use crate::{boards, deals, laboratory, listing};

/// What answers need.
pub(crate) struct Service {
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) page: Page,
    /// The description, as it travels.
    pub(crate) description: Vec<u8>,
}

type Shared = State<Arc<Service>>;
type Answered<T> = Result<Said<T>, Refusal>;
type Streamed = Result<Sse<Events>, Refusal>;

/// One thing that can be asked, and who answers.
struct Endpoint {
    told: Told,
    handler: MethodRouter<Arc<Service>>,
}

/// A question about a position, with its type of answer.
macro_rules! question {
    ($path:literal, $handler:ident, $request:ty => $answer:ty, $summary:literal, $example:literal) => {
        Endpoint {
            told: Told {
                method: "post",
                path: $path,
                summary: $summary,
                reads: Reads::Body(schema::<$request>),
                answers: Answers::Json(schema::<$answer>),
                example: Some($example),
                searches: true,
            },
            handler: post($handler),
        }
    };
}

/// Something that can be had without a question.
fn given(path: &'static str, summary: &'static str, answers: Answers, handler: MethodRouter<Arc<Service>>) -> Endpoint {
    let told = Told { method: "get", path, summary, reads: Reads::Nothing, answers, example: None, searches: false };
    Endpoint { told, handler }
}

/// A search that is watched.
fn stream(
    path: &'static str,
    summary: &'static str,
    reads: Reads,
    answers: Answers,
    example: &'static str,
    handler: MethodRouter<Arc<Service>>,
) -> Endpoint {
    let told = Told { method: "get", path, summary, reads, answers, example: Some(example), searches: true };
    Endpoint { told, handler }
}

fn endpoints() -> Vec<Endpoint> {
    vec![
        given(
            "/api/catalog",
            "Games, options, levels, engines and searches",
            Answers::Json(schema::<Catalog>),
            get(catalog),
        ),
        question!("/api/deal", deal, DealRequest => Deal, "A position by number, by luck, by level, or winnable",
            r#"{"game": "birds", "seed": 80431}"#),
        question!("/api/redeal", redeal, RedealRequest => Deal, "The cards that lie wrong, dealt anew",
            r#"{"game": "gaps", "position": "AH 2H -- 3C / 3H AC 2C --", "seed": 1}"#),
        question!("/api/look", look, LookRequest => Look, "The board, the legal moves, and whether the game goes on",
            r#"{"game": "connect4", "position": "44", "moves": ["3"]}"#),
        question!("/api/verdict", verdict, AskRequest => Verdict, "Whether the game can still be won",
            r#"{"game": "birds", "position": "8C 7S / 2D 8D", "seconds": 0.5}"#),
        question!("/api/verdicts", verdicts, AskRequest => Verdicts, "What every legal move leads to",
            r#"{"game": "birds", "position": "8C 7S / 2D 8D", "seconds": 0.5}"#),
        question!("/api/mistake", mistake, AskRequest => Mistake, "The move after which it was lost",
            r#"{"game": "birds", "position": "8C 7S / 2D 8D", "moves": ["8C-7S"]}"#),
        question!("/api/hint", hint, AskRequest => Hint, "A move to make, and why",
            r#"{"game": "birds", "position": "8C 7S / 2D 8D"}"#),
        question!("/api/solution", solution, SolutionRequest => Solution, "Moves that win",
            r#"{"game": "birds", "position": "8C 7S / 2D 8D", "shortest": true}"#),
        question!("/api/reply", reply, ReplyRequest => Reply, "The move of an engine",
            r#"{"game": "connect4", "moves": ["4"], "level": "beginner", "seed": 1}"#),
        stream(
            "/api/watch",
            "A search at work, event by event",
            Reads::Query(fields::<WatchQuery>),
            Answers::Events(schema::<WatchEvent>),
            "game=connect4&moves=4&with=mcts&seconds=0.2",
            get(watch),
        ),
        stream(
            "/api/race",
            "Searches on the same deals, event by event",
            Reads::Query(fields::<RaceQuery>),
            Answers::Events(schema::<RaceEvent>),
            "game=birds&with=exact+dfs&deals=2&nodes=1000",
            get(race),
        ),
        question!("/api/jobs/{id}", order, JobRequest => JobAnswer, "Tells a search that is watched what to do",
            r#"{"action": "pause"}"#),
        given("/api/experiments", "The experiments", Answers::Json(schema::<Experiments>), get(experiments)),
        given(
            "/api/experiments/{id}",
            "An experiment with its results",
            Answers::Json(schema::<Experiment>),
            get(experiment),
        ),
        given("/api/experiments/{id}/plots/{number}", "A plot of an experiment", Answers::Drawing, get(plot)),
        given("/api/openapi.json", "This description", Answers::Itself, get(description)),
    ]
}

/// The description of the service, as it travels.
pub(crate) fn described() -> Vec<u8> {
    let told: Vec<Told> = endpoints().into_iter().map(|endpoint| endpoint.told).collect();
    to_json(&describe(&told))
}

/// The whole service.
pub(crate) fn router(service: Arc<Service>) -> Router {
    let add = |router: Router<_>, endpoint: Endpoint| router.route(endpoint.told.path, endpoint.handler);
    endpoints().into_iter().fold(Router::new(), add).fallback(get(page)).with_state(service)
}

async fn catalog() -> Said<Catalog> {
    Said(listing::catalog())
}

async fn deal(State(service): Shared, Asked(request): Asked<DealRequest>) -> Answered<Deal> {
    let (room, seed) = deals::first(&request)?;
    if request.level.is_none() && !request.solvable {
        return deals::deal(room.as_ref(), seed).map(Said);
    }
    let budget = service.jobs.limits.ask(USUAL * 5);
    service.jobs.ask(move |cancel| deals::find(room.as_ref(), seed, request.level, budget, cancel)).await.map(Said)
}

async fn redeal(Asked(request): Asked<RedealRequest>) -> Answered<Deal> {
    deals::redeal(&request.session()?, request.seed.map(Whole::get)).map(Said)
}

async fn look(Asked(request): Asked<LookRequest>) -> Answered<Look> {
    boards::look(&request.session()?).map(Said)
}

/// Answers a question by a search.
async fn ask<T: Send + 'static>(
    service: &Service,
    request: &AskRequest,
    search: fn(&Session, kibitzer_catalog::Budget, &kibitzer_catalog::Cancel) -> Result<T, Refusal>,
) -> Answered<T> {
    let session = request.session()?;
    let budget = service.jobs.limits.ask(request.seconds.map_or(USUAL, Seconds::get));
    service.jobs.ask(move |cancel| search(&session, budget, cancel)).await.map(Said)
}

async fn verdict(State(service): Shared, Asked(request): Asked<AskRequest>) -> Answered<Verdict> {
    ask(&service, &request, advice::verdict).await
}

async fn verdicts(State(service): Shared, Asked(request): Asked<AskRequest>) -> Answered<Verdicts> {
    ask(&service, &request, advice::verdicts).await
}

async fn mistake(State(service): Shared, Asked(request): Asked<AskRequest>) -> Answered<Mistake> {
    ask(&service, &request, advice::mistake::mistake).await
}

async fn hint(State(service): Shared, Asked(request): Asked<AskRequest>) -> Answered<Hint> {
    ask(&service, &request, advice::hint::hint).await
}

async fn solution(State(service): Shared, Asked(request): Asked<SolutionRequest>) -> Answered<Solution> {
    let session = request.session()?;
    let limits = service.jobs.limits;
    let budget = limits.ask(request.seconds.map_or(USUAL * 5, Seconds::get));
    let work = move |cancel: &_| {
        advice::solution(&session, request.with.as_deref(), request.shortest, &limits, budget, cancel)
    };
    service.jobs.ask(work).await.map(Said)
}

async fn reply(State(service): Shared, Asked(request): Asked<ReplyRequest>) -> Answered<Reply> {
    let Session { room, position, .. } = request.session()?;
    let Room::Duel(room) = room else {
        return Err(Refusal::bad("game: a puzzle has no other side to reply"));
    };
    let limits = service.jobs.limits;
    let seed = request.seed.map(Whole::get);
    let spec = advice::engine(room.as_ref(), request.level.as_deref(), request.with.as_deref(), seed, &limits)?;
    let budget = limits.ask(request.seconds.map_or(USUAL, Seconds::get));
    service.jobs.ask(move |cancel| advice::reply(room.as_ref(), &spec, &position, budget, cancel)).await.map(Said)
}

async fn watch(State(service): Shared, Queried(query): Queried<WatchQuery>) -> Streamed {
    let Session { room, position, .. } = query.session()?;
    let limits = service.jobs.limits;
    let spec = match &room {
        Room::Puzzle(room) => read_solver(room.as_ref(), query.with.as_deref(), &limits)?,
        Room::Duel(room) => read_thinker(room.as_ref(), query.with.as_deref(), &limits)?,
    };
    let time = query.seconds.map_or(USUAL * 10, Seconds::get);
    let watched = Watched { room, spec, position, time, nodes: query.nodes.map(Whole::get) };
    let (control, events) = Control::new(service.jobs.name(), query.paused.unwrap_or(false));
    service.jobs.start(control, move |control| watched.run(control, &limits))?;
    Ok(Sse::new(events))
}

/// The most searches in a race.
const MOST_RIVALS: usize = 4;

async fn race(State(service): Shared, Queried(query): Queried<RaceQuery>) -> Streamed {
    let limits = service.jobs.limits;
    let room = read_game(&query.game)?.puzzle().map_err(|problem| Refusal::bad(format!("game: {problem}")))?;
    let searches: Vec<_> = query
        .with
        .split_whitespace()
        .map(|text| read_solver(room.as_ref(), Some(text), &limits))
        .collect::<Result<_, _>>()?;
    if !(1..=MOST_RIVALS).contains(&searches.len()) {
        return Err(Refusal::bad(format!("with: a race has 1 to {MOST_RIVALS} searches")));
    }
    let (first_seed, deals) = (query.seed.map_or(0, Whole::get), query.deals.map_or(20, Whole::get));
    let last = room.last_seed();
    if first_seed.saturating_add(deals - 1) > last {
        return Err(Refusal::bad(format!("seed: the deals end at {last}")));
    }
    let nodes = query.nodes.map_or(100_000, Whole::get);
    let time = query.seconds.map_or(USUAL * 30, Seconds::get);
    let race = Race { room, searches, first_seed, deals, nodes, time };
    let (control, events) = Control::new(service.jobs.name(), false);
    service.jobs.start(control, move |control| race.run(control, &limits))?;
    Ok(Sse::new(events))
}

async fn order(
    State(service): Shared,
    Path(id): Path<String>,
    Asked(request): Asked<JobRequest>,
) -> Answered<JobAnswer> {
    let control =
        service.jobs.control(&id).ok_or_else(|| Refusal::missing("no such search runs; it may have ended"))?;
    let steps = request.nodes.map_or(1, Whole::get);
    let state = control.tell(request.action, steps, request.line.iter().map(|mv| mv.to_string()).collect());
    Ok(Said(JobAnswer { id, state }))
}

async fn experiments() -> Said<Experiments> {
    Said(laboratory::list())
}

async fn experiment(Path(id): Path<String>) -> Answered<Experiment> {
    laboratory::show(&id).map(Said)
}

async fn plot(Path((id, number)): Path<(String, String)>, headers: HeaderMap) -> Result<Response, Refusal> {
    laboratory::plot(&id, &number).map(|svg| served("plot.svg", svg, &headers))
}

async fn description(State(service): Shared) -> Response {
    ([(CONTENT_TYPE, "application/json")], service.description.clone()).into_response()
}

async fn page(State(service): Shared, uri: Uri, headers: HeaderMap) -> Result<Response, Refusal> {
    service.page.file(uri.path(), &headers)
}
