//! A cluster of two nodes on this machine, for one test. It ends with the test, however that ends.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

const PROGRAMS: [&str; 6] = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo"];

/// Why there can be no cluster here.
pub(super) fn is_impossible() -> Option<String> {
    let paths = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"].map(Path::new);
    let is_there = |program: &&str| paths.iter().any(|path| path.join(program).exists());
    if let Some(missing) = PROGRAMS.iter().find(|program| !is_there(program)) {
        return Some(format!("there is no {missing}"));
    }
    let is_root = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
    (!is_root).then(|| "only root may start jobs as Slurm does".to_string())
}

/// Waits for something that happens sooner or later, on a busy machine later.
pub(super) fn wait_until(what: &str, mut happens: impl FnMut() -> bool) {
    let patience = Instant::now() + Duration::from_secs(300);
    while !happens() {
        assert!(Instant::now() < patience, "in vain: {what}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// The daemons of the cluster.
pub(super) struct Cluster {
    folder: TempDir,
    daemons: Vec<Child>,
}

/// One of its nodes.
pub(super) struct Node {
    pub(super) name: &'static str,
    daemon: Child,
}

/// A shard that a node is at work on.
pub(super) struct Task {
    process: u32,
    pub(super) shard: u64,
}

impl Task {
    pub(super) fn signal(&self, name: &str) {
        signal(self.process, name);
    }
}

impl Cluster {
    /// Starts a cluster and its two nodes, and waits until they are ready.
    pub(super) fn start() -> (Cluster, [Node; 2]) {
        let folder = tempfile::tempdir().expect("a folder");
        // Whoever speaks to munge must reach its socket.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("a folder of ours");
        let mut cluster = Cluster { folder, daemons: Vec::new() };
        for name in ["state", "run"] {
            fs::create_dir(cluster.folder().join(name)).expect("a writable folder");
        }
        fs::write(cluster.conf(), cluster.configuration()).expect("a writable folder");
        let munge = cluster.start_munge();
        cluster.daemons.push(munge);
        let mut controller = Command::new("slurmctld");
        let controller = cluster.spawn(controller.args(["-D", "-f"]).arg(cluster.conf()));
        cluster.daemons.push(controller);
        let nodes = ["one", "two"].map(|name| Node { name, daemon: cluster.spawn_node(name) });
        wait_until("both nodes are idle", || nodes.iter().all(|node| cluster.state(node) == "idle"));
        (cluster, nodes)
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What all programs of Slurm read; its name in their environment tells ours from others.
    pub(super) fn conf(&self) -> PathBuf {
        self.folder().join("slurm.conf")
    }

    /// How Slurm sees a node: `idle`, `allocated`, `down*`.
    pub(super) fn state(&self, node: &Node) -> String {
        let mut sinfo = Command::new("sinfo");
        sinfo.args(["--noheader", "--Node", "--format=%T", "--nodes", node.name]).env("SLURM_CONF", self.conf());
        let output = sinfo.output().expect("sinfo runs");
        String::from_utf8_lossy(&output.stdout).trim().to_string()
    }

    /// The shards that a node is at work on.
    pub(super) fn tasks(&self, node: &str) -> Vec<Task> {
        let value = |environment: &str, name: &str| -> Option<String> {
            let mut variables = environment.split('\0').filter_map(|variable| variable.split_once('='));
            variables.find(|(key, _)| *key == name).map(|(_, value)| value.to_string())
        };
        let task = |(process, environment): (u32, String)| {
            let is_here = value(&environment, "SLURMD_NODENAME").as_deref() == Some(node);
            let shard = value(&environment, "SLURM_ARRAY_TASK_ID")?.parse().ok()?;
            is_here.then_some(Task { process, shard })
        };
        self.processes().into_iter().filter_map(task).collect()
    }

    /// Ends a node as a power cut would: its daemon, and all that it has started.
    pub(super) fn kill(&self, node: &mut Node) {
        end(&mut node.daemon);
        for Task { process, .. } in self.tasks(node.name) {
            if let Some(keeper) = parent(process).filter(|keeper| *keeper > 1) {
                signal(keeper, "KILL");
            }
            signal(process, "KILL");
        }
    }

    /// Starts a node again.
    pub(super) fn bring_back(&self, node: &mut Node) {
        node.daemon = self.spawn_node(node.name);
        wait_until("the node is back", || ["idle", "allocated", "mixed"].contains(&self.state(node).as_str()));
    }

    fn start_munge(&self) -> Child {
        let run = |name: &str| self.folder().join("run").join(name).display().to_string();
        let [key, socket] = ["munge.key", "munge.socket"].map(run);
        // Nobody outside meets this key.
        fs::write(&key, [7; 1024]).expect("a writable folder");
        fs::set_permissions(&key, fs::Permissions::from_mode(0o400)).expect("a file of ours");
        let mut munged = Command::new("munged");
        munged.args(["--foreground", "--force"]);
        munged.arg(format!("--key-file={key}")).arg(format!("--socket={socket}"));
        munged.arg(format!("--pid-file={}", run("munged.pid"))).arg(format!("--seed-file={}", run("munge.seed")));
        munged.arg(format!("--log-file={}", run("munged.log")));
        let munged = self.spawn(&mut munged);
        wait_until("munge is ready", || Path::new(&socket).exists());
        munged
    }

    fn spawn_node(&self, name: &str) -> Child {
        self.spawn(Command::new("slurmd").args(["-D", "-N", name, "-f"]).arg(self.conf()))
    }

    fn spawn(&self, command: &mut Command) -> Child {
        let quiet = command.env("SLURM_CONF", self.conf()).stdin(Stdio::null()).stdout(Stdio::null());
        quiet.stderr(Stdio::null()).spawn().expect("a daemon starts")
    }

    fn configuration(&self) -> String {
        let name = fs::read_to_string("/proc/sys/kernel/hostname").expect("this machine has a name");
        let host = name.trim().split('.').next().expect("the first word");
        // Whoever takes such a port in the next moment makes the test fail; there is no better way to ask for three.
        let listeners = [0; 3].map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"));
        let [control, one, two] = listeners.map(|listener| listener.local_addr().expect("a port").port());
        let folder = self.folder().display();
        format!(
            "ClusterName=kibitzer
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control}
AuthType=auth/munge
AuthInfo=socket={folder}/run/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmctldPidFile={folder}/run/slurmctld.pid
SlurmctldLogFile={folder}/run/slurmctld.log
SlurmdPidFile={folder}/run/slurmd-%n.pid
SlurmdLogFile={folder}/run/slurmd-%n.log
SlurmdSpoolDir={folder}/spool-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=5
MessageTimeout=10
KillWait=2
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=sched_interval=1,bf_interval=1
NodeName=one NodeHostname={host} NodeAddr=127.0.0.1 Port={one} CPUs=1
NodeName=two NodeHostname={host} NodeAddr=127.0.0.1 Port={two} CPUs=1
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE State=UP
"
        )
    }

    /// The processes that read our configuration, with their environments: daemons, keepers of jobs, and jobs.
    fn processes(&self) -> Vec<(u32, String)> {
        let ours = format!("SLURM_CONF={}", self.conf().display());
        let entries = fs::read_dir("/proc").expect("/proc").flatten();
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let environments = numbers.filter_map(|process: u32| {
            // Processes come and go while they are listed.
            let bytes = fs::read(format!("/proc/{process}/environ")).ok()?;
            Some((process, String::from_utf8_lossy(&bytes).into_owned()))
        });
        environments.filter(|(_, environment)| environment.split('\0').any(|variable| variable == ours)).collect()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.daemons.iter_mut().for_each(end);
        // What the daemons have started, and the nodes.
        for _ in 0..100 {
            let left = self.processes();
            if left.is_empty() {
                return;
            }
            for (process, _) in left {
                signal(process, "KILL");
            }
            thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        end(&mut self.daemon);
    }
}

fn end(daemon: &mut Child) {
    // One that has ended already needs no ending.
    let _ = daemon.kill();
    let _ = daemon.wait();
}

fn signal(process: u32, name: &str) {
    // A process that has just ended gets no signal.
    let _ = Command::new("kill").arg(format!("-{name}")).arg(process.to_string()).stderr(Stdio::null()).status();
}

fn parent(process: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("PPid:")?.trim().parse().ok())
}
